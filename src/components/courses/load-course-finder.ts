/** Loads the course finder when someone is about to use its form, or if the address or the browser has filled it in. */
export function loadCourseFinder(form: HTMLFormElement): void {
  let loading: Promise<void> | undefined;
  const load = () =>
    void (loading ??= import('./course-finder.ts').then(({ connectCourseFinder }) =>
      connectCourseFinder(document),
    ));
  const isFilledIn = [...new FormData(form).values()].some((value) => value !== '');
  if (location.search !== '' || isFilledIn) load();
  for (const type of ['pointerover', 'focusin', 'input']) form.addEventListener(type, load, { once: true });
}
