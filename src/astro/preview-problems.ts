import type { Plugin, ViteDevServer } from 'vite';
import type { CheckedContent } from '#lib/content/check.ts';
import type { ContentProblem } from '#lib/content/checking/problem.ts';

/** A problem that the preview shows on its pages. */
export type ShownProblem = Pick<ContentProblem, 'file' | 'line' | 'message' | 'fix' | 'severity'> & {
  /** Address of the page with the affected file. */
  address: string;
  /** Whether, because of this problem, the page shows its last good state or cannot be shown. */
  isBlocking: boolean;
};

/** The address where the preview's pages load the problems, and the event that updates them. */
const problemsAddress = '/@lectern/problems';
const problemsEvent = 'lectern:problems';

/** Script that shows the problems on a page of the preview. */
export const problemScript =
  '<script type="module" src="/src/components/preview/problem-banner.ts"></script>';

type PreviewProblems = {
  plugin: Plugin;
  /** Shows the problems of a check on every open page. */
  show: (content: CheckedContent) => void;
};

/** Shows content problems on the pages of `astro dev`. */
export function createPreviewProblems(): PreviewProblems {
  let shown: ShownProblem[] = [];
  let server: ViteDevServer | undefined;
  const plugin: Plugin = {
    name: 'lectern-problems',
    apply: 'serve',
    configureServer(created) {
      server = created;
      created.middlewares.use(problemsAddress, (_request, response) => {
        response.setHeader('Content-Type', 'application/json');
        response.setHeader('Cache-Control', 'no-store');
        response.end(JSON.stringify(shown));
      });
    },
  };
  return {
    plugin,
    show(content) {
      shown = toShown(content);
      server?.ws.send(problemsEvent, shown);
    },
  };
}

function toShown({ problems, entries }: CheckedContent): ShownProblem[] {
  const byFile = new Map(entries.map((entry) => [entry.file, entry]));
  return problems.map(({ file, line, message, fix, severity }) => {
    const { address = '', findings = [] } = byFile.get(file) ?? {};
    const isBlocking =
      severity === 'fatal' &&
      findings.some((finding) => finding.line === line && finding.message === message);
    return { file, line, message, fix, severity, isBlocking, address: address.replace(/#.*/, '') };
  });
}
