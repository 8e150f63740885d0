import { expect, test, type Page } from '@playwright/test';

type Node = { role?: { value: string }; backendDOMNodeId?: number; ignored: boolean };

/** Counts tables, rows, headers and cells in the accessibility tree and in the document. */
async function countTableParts(page: Page): Promise<{ exposed: object; inDocument: object }> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = (await client.send('Accessibility.getFullAXTree')) as { nodes: Node[] };
  const count = (role: string) => nodes.filter((node) => !node.ignored && node.role?.value === role).length;
  const tags = {
    table: 'table',
    row: 'tr',
    columnheader: 'th:not([scope="row"])',
    rowheader: 'th[scope="row"]',
    cell: 'td',
  };
  return {
    exposed: Object.fromEntries(Object.keys(tags).map((role) => [role, count(role)])),
    inDocument: Object.fromEntries(
      await Promise.all(
        Object.entries(tags).map(async ([role, tag]) => [role, await page.locator(tag).count()] as const),
      ),
    ),
  };
}

for (const { path, table } of [
  { path: '/courses/compare?code=SOIL101&code=HYD101', table: '.comparison' },
  { path: '/courses/soil-science', table: '.offering-table' },
  { path: '/developers', table: '.stacked-table' },
]) {
  test(`screen readers find the rows, headers and cells of tables of ${path} on a phone`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });

    await page.goto(path);
    const { exposed, inDocument } = await countTableParts(page);

    await expect(page.locator(table).first()).toHaveCSS('display', 'block');
    expect(exposed).toEqual(inDocument);
  });
}
