import { sql, type Kysely } from 'kysely';
import { searchText, wordsOf, type SearchedFields } from './registration-words.ts';

// A migration works on the schema of its time, so today's types do not apply.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyDatabase = any;
type Row = SearchedFields & { id: string; given_name?: string; family_name?: string; name?: string };

/** With up to 25 words each, a statement has fewer parameters than SQLite allows. */
const batchSize = 400;

/** Adds missing search words to registrations and submissions. Words of older releases stay, so that these find them. */
export async function fillSearchWords(db: Kysely<AnyDatabase>): Promise<void> {
  const registered = ['id', 'reference', 'student_number', 'given_name', 'family_name', 'email'];
  for await (const rows of readRows(db, 'registrations', registered)) {
    const words = rows.flatMap((row) =>
      wordsOf({ ...row, names: `${row.given_name} ${row.family_name}` }).map((word) => ({
        registration_id: row.id,
        word,
      })),
    );
    await db
      .insertInto('registration_words')
      .values(words)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  for await (const rows of readRows(db, 'submissions', ['id', 'reference', 'name', 'email'])) {
    const texts = rows.map((row) => sql`(${row.id}, ${searchText({ ...row, names: row.name ?? '' })})`);
    await sql`update submissions set search_text = submissions.search_text || texts.column2
      from (values ${sql.join(texts)}) as texts where submissions.id = texts.column1`.execute(db);
  }
}

async function* readRows(
  db: Kysely<AnyDatabase>,
  table: string,
  columns: readonly string[],
): AsyncGenerator<Row[], void> {
  let last = '';
  for (;;) {
    const rows = (await db
      .selectFrom(table)
      .select(columns)
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute()) as Row[];
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)?.id ?? '';
  }
}
