/** What the tree needs to know of a page. */
type Leaf = { id: string; path: string; data: { title: string; order?: number | undefined } };

/** A place in the handbook: a page, a folder with a page of its own, or a folder without one. */
type HandbookNode<Page extends Leaf> = {
  /** `leave/sick-leave`; empty for the handbook itself. */
  id: string;
  title: string;
  page: Page | undefined;
  parent: HandbookNode<Page> | undefined;
  children: HandbookNode<Page>[];
};

export type Handbook<Page extends Leaf> = {
  root: HandbookNode<Page>;
  /** The nodes that are pages, by id. */
  nodes: ReadonlyMap<string, HandbookNode<Page>>;
  /** All pages as one would read them through. */
  sequence: readonly HandbookNode<Page>[];
};

/** Arranges pages by their folders. Neighbours stand by `order`, then by title. */
export function arrangeHandbook<Page extends Leaf>(pages: readonly Page[]): Handbook<Page> {
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
    const node = { id, title: titleOf(id.slice(cut + 1)), page: undefined, parent, children: [] };
    parent.children.push(node);
    all.set(id, node);
    return node;
  };

  for (const page of pages) {
    const node = nodeAt(page.id === 'index' ? '' : page.id);
    node.page = page;
    node.title = page.data.title;
  }
  for (const node of all.values()) node.children.sort(byPlace);

  const sequence = listPages(root);
  return { root, sequence, nodes: new Map(sequence.map((node) => [node.id, node])) };
}

/** The folders above a node, outermost first, without the handbook itself. */
export function ancestorsOf<Page extends Leaf>(node: HandbookNode<Page>): HandbookNode<Page>[] {
  const parent = node.parent;
  return parent?.parent ? [...ancestorsOf(parent), parent] : [];
}

function listPages<Page extends Leaf>(node: HandbookNode<Page>): HandbookNode<Page>[] {
  return [...(node.page ? [node] : []), ...node.children.flatMap(listPages)];
}

function byPlace<Page extends Leaf>(a: HandbookNode<Page>, b: HandbookNode<Page>): number {
  return compare(a.page?.data.order, b.page?.data.order) || a.title.localeCompare(b.title, 'en');
}

/** A folder's name as a title: `travel-and-leave` gives `Travel and leave`. */
function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Compares two places in a list; no place comes last. */
function compare(a: number | undefined, b: number | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  return b === undefined ? -1 : a - b;
}
