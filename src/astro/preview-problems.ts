import type { Plugin, ViteDevServer } from 'vite';
import type { CheckedContent } from '#lib/content/check.ts';
import type { Fault } from '#lib/content/checking/problem.ts';

/** A fault as the preview shows it on the page. */
export type ShownFault = Pick<Fault, 'file' | 'line' | 'message' | 'mend' | 'severity'> & {
  /** Where the faulty file is read. */
  address: string;
};

/** Where the preview's pages ask for the faults, and the event that brings them when files are saved. */
const faultsAddress = '/@lectern/faults';
const faultsEvent = 'lectern:faults';

/** What a page of the preview gets so that it shows the faults. */
export const faultScript = '<script type="module" src="/src/components/preview/problem-banner.ts"></script>';

type PreviewFaults = {
  plugin: Plugin;
  /** Shows what a check has found on every page that is open. */
  show: (content: CheckedContent) => void;
};

/** Brings the faults of the content to the pages of `astro dev`. */
export function createPreviewFaults(): PreviewFaults {
  let shown: ShownFault[] = [];
  let server: ViteDevServer | undefined;
  const plugin: Plugin = {
    name: 'lectern-faults',
    apply: 'serve',
    configureServer(created) {
      server = created;
      created.middlewares.use(faultsAddress, (_request, response) => {
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
      server?.ws.send(faultsEvent, shown);
    },
  };
}

function toShown({ faults, entries }: CheckedContent): ShownFault[] {
  const addresses = new Map(entries.map(({ file, address }) => [file, address]));
  return faults.map(({ file, line, message, mend, severity }) => ({
    ...{ file, line, message, mend, severity },
    address: (addresses.get(file) ?? '').replace(/#.*/, ''),
  }));
}
