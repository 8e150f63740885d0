type HandbookPage = { id: string; path: string; data: { title: string; order?: number | undefined } };

/** A page, a folder with its own page, or a folder without one. */
type HandbookNode<Page extends HandbookPage> = {
  /** `leave/sick-leave`; empty for the handbook itself. */
  id: string;
  title: string;
  page: Page | undefined;
  parent: HandbookNode<Page> | undefined;
  children: HandbookNode<Page>[];
};

export type Handbook<Page extends HandbookPage> = {
  root: HandbookNode<Page>;
  /** The nodes with a page, by id. */
  nodes: ReadonlyMap<string, HandbookNode<Page>>;
  /** The nodes with a page, in reading order. */
  sequence: readonly HandbookNode<Page>[];
};

/** Arranges pages by folder, `order` and title. */
export function arrangeHandbook<Page extends HandbookPage>(pages: readonly Page[]): Handbook<Page> {
  const root: HandbookNode<Page> = {
    id: '',
    title: 'Handbook',
    page: undefined,
    parent: undefined,
    children: [],
  };
  const all = new Map([['', root]]);

  const nodeAt = (id: string): HandbookNode<Page> => {
    const known = all.get(id);
    if (known) return known;
    const cut = id.lastIndexOf('/');
    const parent = nodeAt(cut === -1 ? '' : id.slice(0, cut));
    const node = { id, title: folderTitle(id.slice(cut + 1)), page: undefined, parent, children: [] };
    parent.children.push(node);
    all.set(id, node);
    return node;
  };

  for (const page of pages) {
    const node = nodeAt(page.id === 'index' ? '' : page.id);
    node.page = page;
    node.title = page.data.title;
  }
  for (const node of all.values()) node.children.sort(compareNodes);

  const sequence = listPages(root);
  return { root, sequence, nodes: new Map(sequence.map((node) => [node.id, node])) };
}

/** The folders above a node, from the top, without the handbook itself. */
export function ancestorsOf<Page extends HandbookPage>({ parent }: HandbookNode<Page>): HandbookNode<Page>[] {
  return parent?.parent ? [...ancestorsOf(parent), parent] : [];
}

function listPages<Page extends HandbookPage>(node: HandbookNode<Page>): HandbookNode<Page>[] {
  return [...(node.page ? [node] : []), ...node.children.flatMap(listPages)];
}

const titles = new Intl.Collator('en');

/** Sorts by `order`, with pages without one last, then by title. */
function compareNodes<Page extends HandbookPage>(a: HandbookNode<Page>, b: HandbookNode<Page>): number {
  const first = a.page?.data.order ?? Number.MAX_VALUE;
  const second = b.page?.data.order ?? Number.MAX_VALUE;
  return first - second || titles.compare(a.title, b.title);
}

/** `travel-and-leave` gives `Travel and leave`. */
function folderTitle(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
