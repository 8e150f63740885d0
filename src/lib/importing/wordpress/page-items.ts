import { count } from '#lib/content/checking/problem.ts';
import type { WordPressItem } from './read-export.ts';

/** Types that belong to the old site’s design or plugins, or that hold what visitors sent, not its content. */
const internal =
  /^(?:revision|customize_changeset|oembed_cache|user_request|custom_css|wp_global_styles|wp_navigation|wp_template|wp_template_part|wp_font_family|wp_font_face|acf-.*|wpcf7_contact_form|wpforms.*|nf_sub|feedback|flamingo_.*|shop_(?:order|coupon|subscription|webhook).*|elementor_.*|et_pb_layout|.*popup.*|.*(?:submission|_log|_entry))$/;

/** Types that the import reads, and that are no pages. */
const known = /^(?:attachment|nav_menu_item|wp_block)$/;

/** Whether an item becomes an entry, be it a draft. */
export function isPage({ type, status }: WordPressItem): boolean {
  return !internal.test(type) && !known.test(type) && !/^(?:trash|auto-draft|inherit)$/.test(status);
}

/** What the import leaves out, or cannot find. */
export function listNotes(items: readonly WordPressItem[], uploads: string | undefined): string[] {
  const left = items.filter((item) => !isPage(item) && !known.test(item.type));
  const types = Map.groupBy(left, ({ type, status }) => `${type} (${status})`);
  const comments = items.reduce((sum, item) => sum + item.comments, 0);
  const attached = items.filter(({ type }) => type === 'attachment');
  const files = attached.length;
  const described = attached.filter(({ content }) => content.trim() !== '').map(({ title }) => title);
  const notes = [...types].map(([type, each]) => `${count(each.length, 'item')} of the type ${type}`);
  if (described.length > 0)
    notes.push(
      `the text of ${count(described.length, 'page')} of files, such as “${described[0] ?? ''}”: copy what is needed`,
    );
  if (comments > 0) notes.push(`${comments} comments`);
  if (uploads === undefined && files > 0)
    notes.push(
      `${files} files of the media library: copy the folder wp-content/uploads from the old server, and import again with --uploads FOLDER`,
    );
  return [...notes, 'pages of categories, tags, authors and months, which the site does not have'];
}
