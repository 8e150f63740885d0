import type { ShownProblem } from '#astro/preview-problems.ts';
import { bannerStyle } from './problem-banner-style.ts';

/** Shows content problems on the pages of `npm run dev`. Not part of builds. */
const openKey = 'lectern-problems-open';
const host = document.createElement('lectern-problems');
const shadow = host.attachShadow({ mode: 'open' });
let problems: readonly ShownProblem[] = [];

function show(found: readonly ShownProblem[]): void {
  problems = found;
  const here = problems.filter(({ address }) => address === location.pathname);
  const elsewhere = problems.filter(({ address }) => address !== location.pathname);
  const serious = problems.filter(({ severity }) => severity !== 'warning');
  const isBlocked = here.some(({ isBlocking }) => isBlocking);
  // No version of the page can be shown.
  const isAlone = isBlocked && document.querySelector('main') === null;
  const isOutdated = isBlocked && !isAlone;
  const isNeeded = serious.length > 0 || here.length > 0;
  if (!isNeeded) {
    host.remove();
    return;
  }
  const details = make('details', [
    make('summary', [titleFor(isAlone, isOutdated) + countProblems(problems.length, here.length)]),
    make('ul', [...here, ...elsewhere].slice(0, 50).map(itemFor)),
  ]);
  details.open = isBlocked || sessionStorage.getItem(openKey) !== 'no';
  details.addEventListener('toggle', () => sessionStorage.setItem(openKey, details.open ? 'yes' : 'no'));
  const region = make('section', [details]);
  region.setAttribute('aria-label', 'Problems in the content');
  region.setAttribute('role', 'status');
  shadow.replaceChildren(make('style', [bannerStyle]), region);
  host.toggleAttribute('data-alone', isAlone);
  host.toggleAttribute('data-outdated', isOutdated);
  if (isOutdated) document.body.prepend(host);
  else document.body.append(host);
  removeViteOverlay();
}

function titleFor(isAlone: boolean, isOutdated: boolean): string {
  if (isAlone) return 'This page can’t be shown yet: ';
  return isOutdated ? 'This is the last version of the page that could be shown: ' : '';
}

function countProblems(all: number, here: number): string {
  const counted = `${all} ${all === 1 ? 'thing' : 'things'} to fix in the content`;
  return here > 0 ? `${counted}, ${here} on this page` : counted;
}

function itemFor({ file, line, message, fix, severity }: ShownProblem): HTMLElement {
  const place = make('button', [`${file}:${line}`]);
  place.type = 'button';
  place.title = 'Open in your editor';
  place.addEventListener('click', () => {
    void fetch(`/__open-in-editor?file=${encodeURIComponent(`${file}:${line}`)}`);
  });
  const kind = severity === 'warning' ? 'Warning: ' : '';
  return make('li', [place, make('strong', [kind + capital(message)]), make('span', [capital(fix)])]);
}

/** Removes Vite's overlay if it shows a problem that the banner shows as well. */
function removeViteOverlay(): void {
  const overlay = document.querySelector('vite-error-overlay');
  const words = overlay?.shadowRoot?.textContent ?? '';
  const isOurs = problems.some(
    ({ file, severity }) => severity === 'fatal' && words.includes(file.slice(file.lastIndexOf('/') + 1)),
  );
  if (isOurs) overlay?.remove();
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  children: readonly (Node | string)[],
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.append(...children);
  return element;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

new MutationObserver(removeViteOverlay).observe(document.body, { childList: true, subtree: false });
import.meta.hot?.on('lectern:problems', show);
const response = await fetch('/@lectern/problems');
show((await response.json()) as ShownProblem[]);
