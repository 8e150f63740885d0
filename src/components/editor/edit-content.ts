import type { EditorView, KeyBinding } from '@codemirror/view';
import type { TransactionSpec } from '@codemirror/state';
import type { EditorChoices, EditorProblem, EditorSetUp, RenderedDraft } from '#lib/editing/editor-types.ts';
import { editorErrors, insertedNotes, pageStates } from '#lib/i18n/en/editor.ts';
import { changeText, createCodeView, replaceText, showProblems, editorText } from './code-view.ts';
import { cycleHeading, insertBlock, toggleList, toggleMark, writeComponent } from './commands.ts';
import { connectComponentMenu } from './component-menu.ts';
import { showConflict } from './conflict-view.ts';
import { createDeskClient } from './desk-client.ts';
import { find, findAs } from './elements.ts';
import { foldDetails } from './folded-details.ts';
import { createFieldsForm } from './fields-form.ts';
import { connectLinkPicker } from './link-picker.ts';
import { createLivePreview } from './live-preview.ts';
import { connectDocuments } from './add-documents.ts';
import { connectPictures } from './add-pictures.ts';
import { connectElsewhere } from './list-problems-elsewhere.ts';
import { listProblems } from './problem-list.ts';
import { connectProblemPlaces, describeProblem, labelOfPlace } from './problem-places.ts';
import { createSaving } from './saving.ts';
import { connectTabs, connectWidths } from './panels.ts';
import { connectPaste } from './paste-text.ts';
import { connectTables } from './table-dialog.ts';
import { announceProblems, showPeople, showSaveState } from './state-line.ts';

/** Turns the form of `/staff/content/edit` into the editor. */
export function connectEditor(form: HTMLFormElement): void {
  const setUp = JSON.parse(find('#editor-set-up').textContent) as EditorSetUp;
  const area = findAs(HTMLTextAreaElement, 'textarea[name="text"]', form);
  const token = findAs(HTMLInputElement, 'input[name="csrf"]', form).value;
  const frame = findAs(HTMLIFrameElement, 'iframe[name="page-frame"]');
  const client = createDeskClient(token);
  const { file, isReadOnly } = setUp;
  const isYaml = file.endsWith('.yaml');
  let choices: EditorChoices | undefined;

  const actions = {
    heading: () => dispatch(cycleHeading),
    bold: () => dispatch((state) => toggleMark(state, '**')),
    italic: () => dispatch((state) => toggleMark(state, '_')),
    bullets: () => dispatch((state) => toggleList(state, 'bullets')),
    numbers: () => dispatch((state) => toggleList(state, 'numbers')),
    table: () => tables.open(),
    callout: () =>
      dispatch((state) =>
        insertBlock(state, writeComponent('Callout', { type: 'note', title: '' }, insertedNotes.text)),
      ),
    link: () => links.open(),
    component: () => menu.open(),
    picture: () => pictures.open(),
    document: () => documents.open(),
  };

  const key = (name: string, run: () => void): KeyBinding => ({
    key: name,
    preventDefault: true,
    run: () => {
      run();
      return true;
    },
  });
  const view = createCodeView({
    parent: find('.editor-text'),
    text: readArea(area),
    label: find('label[for="text"]').textContent.trim(),
    isReadOnly,
    isYaml,
    editTable: actions.table,
    keys: [
      key('Mod-b', actions.bold),
      key('Mod-i', actions.italic),
      key('Mod-k', actions.link),
      key('Mod-Alt-2', actions.heading),
      key('Mod-Shift-8', actions.bullets),
      key('Mod-Shift-7', actions.numbers),
      key('Mod-s', () => void saving.save()),
    ],
    onChange: () => {
      if (!isReadOnly) saving.changed();
      preview.request();
      fields.update();
    },
    onSelection: () => preview.scrollToLine(),
  });

  function dispatch(make: (state: EditorView['state']) => TransactionSpec): void {
    if (isReadOnly) return;
    view.dispatch(view.state.update(make(view.state), { userEvent: 'input.insert' }));
    view.focus();
  }

  const saving = createSaving({
    file,
    client,
    readText: () => editorText(view),
    onState: showSaveState,
    onPeople: showPeople,
    stored: {
      version: Number(findAs(HTMLInputElement, 'input[name="version"]', form).value),
      basedOn: findAs(HTMLInputElement, 'input[name="basedOn"]', form).value || null,
      text: editorText(view),
    },
    onMerged: (text) => replaceText(view, text),
    onConflict: (merged, other) =>
      showConflict({
        merged,
        other,
        resolve: (text) => {
          replaceText(view, text);
          saving.resolve();
          view.focus();
        },
      }),
  });
  const fields = createFieldsForm({
    parent: find('.editor-fields'),
    fields: setUp.fields,
    isReadOnly,
    isYaml,
    readText: () => editorText(view),
    choices: () => choices,
    replaceText: (text, options) => replaceText(view, text, options),
    choosePicture: (use) => pictures.openFor(use),
  });
  const links = connectLinkPicker({ view, choices: () => choices, isReadOnly });
  const menu = connectComponentMenu({
    view,
    components: setUp.components,
    choices: () => choices,
    isReadOnly,
  });
  const places = connectProblemPlaces(view);
  const elsewhere = connectElsewhere({
    section: find('#editor-elsewhere'),
    find: () => client.elsewhere(file, editorText(view)),
  });
  const pictures = connectPictures({ view, file, client, isReadOnly });
  const documents = connectDocuments({ view, file, client, isReadOnly });
  const origins = [location.origin, setUp.origin];
  const tables = connectTables({ view, origins, isReadOnly });
  if (!isYaml) {
    connectPaste({
      view,
      origins,
      isReadOnly,
      placePictures: pictures.placePasted,
      takePicture: pictures.take,
    });
  }
  const preview = createLivePreview({
    frame,
    openFrame: () => {
      area.value = editorText(view);
      form.requestSubmit(findAs(HTMLButtonElement, 'button[formtarget]', form));
    },
    render: (text) => client.render(file, text),
    readText: () => editorText(view),
    readLine: () =>
      typedIn(find('.editor-fields')) ?? view.state.doc.lineAt(view.state.selection.main.head).text,
    onRendered: showRendered,
    onFailure: (error) => (pageState.textContent = pageStates.failed({ reason: messageOf(error) })),
  });
  const pageState = find('.editor-page-state');
  frame.addEventListener('load', () => preview.isLoaded() && (pageState.textContent = ''));

  function showRendered({ html, problems, accessibility }: RenderedDraft): void {
    if (html === null) pageState.textContent = preview.isLoaded() ? pageStates.old : pageStates.none;
    else pageState.textContent = preview.isLoaded() ? '' : pageStates.loading;
    showProblems(view, [...problems, ...accessibility]);
    fields.showProblems(problems);
    places.show([...problems, ...accessibility]);
    const shared = { describe: describeProblem, labelOf: labelOfPlace, goTo: places.goTo, fix };
    listProblems(find('#editor-problems'), problems, shared);
    listProblems(find('#editor-accessibility'), accessibility, shared);
    elsewhere.request();
    announceProblems(problems.length + accessibility.length);
  }

  function fix({ replacement }: EditorProblem): void {
    if (replacement && !isReadOnly) changeText(view, replacement);
  }

  for (const button of document.querySelectorAll<HTMLButtonElement>('.editor-toolbar [data-action]')) {
    const action = actions[button.dataset['action'] as keyof typeof actions];
    button.addEventListener('click', () => action());
  }
  const next = document.querySelector<HTMLAnchorElement>('.editor-next');
  next?.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void saving.finish().then((isSaved) => isSaved && location.assign(next.href));
  });
  connectTabs();
  if (isYaml) find('#tab-fields').click();
  connectWidths(frame);
  form.classList.add('is-connected');
  if (!isYaml) foldDetails(view);
  fields.update();
  pageState.textContent = pageStates.loading;
  preview.request(0);
  if (!isReadOnly) saving.restore();
  window.addEventListener('hashchange', places.openAddressed);
  if (/^#(?:line|field)-/.test(location.hash)) places.openAddressed();
  void client.choices().then((loaded) => {
    choices = loaded;
    fields.showChoices();
  });
}

/** The text of the field of a form that has the focus. */
function typedIn(form: HTMLElement): string | undefined {
  const field = document.activeElement;
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isText && form.contains(field) ? field.value : undefined;
}

/** Restores CRLF: the value of a text area has \n only. */
function readArea(area: HTMLTextAreaElement): string {
  return area.dataset['eol'] === 'crlf' ? area.value.replaceAll('\n', '\r\n') : area.value;
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.name !== 'TypeError'
    ? error.message
    : editorErrors.withoutConnection;
}
