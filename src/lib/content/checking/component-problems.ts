import {
  findComponent,
  listComponents,
  type ComponentAttribute,
  type ComponentDescription,
} from '#lib/content/components.ts';
import { readLiteral, withoutComments } from '#lib/content/documents/literal.ts';
import { findClosest, suggestFix } from './closest-match.ts';
import { explainImport } from './explain-mdx-error.ts';
import type { Outline } from './outline.ts';
import type { Explanation, Finding } from './problem.ts';
import { plainText, type AttributeValue, type ComponentUse } from './tags.ts';

/** Reports unknown components, wrong attributes, and program code in the text. */
export function findComponentProblems({ components, code }: Outline): Finding[] {
  return [...components.flatMap(checkUse), ...code.flatMap(checkCode)];
}

function checkUse(use: ComponentUse): Finding[] {
  const component = findComponent(use.name);
  if (component) return [...checkAttributes(use, component), ...findMissing(use, component)];
  const names = listComponents().map(({ name }) => name);
  return [
    {
      line: use.line,
      message: `there is no component <${use.name}>`,
      fix: suggestFix(use.name, names, `use one of ${names.join(', ')}`),
      severity: 'fatal',
    },
  ];
}

function checkAttributes(use: ComponentUse, component: ComponentDescription): Finding[] {
  return [...use.attributes].flatMap(([name, { value, line }]): Finding[] => {
    const attribute = component.attributes[name];
    const explanation = attribute
      ? checkValue({ component: use.name, name, value, attribute })
      : explainUnknown(name, use, Object.keys(component.attributes));
    return explanation ? [{ line, ...explanation, severity: 'fatal' }] : [];
  });
}

function findMissing({ name, line, attributes }: ComponentUse, component: ComponentDescription): Finding[] {
  const { needsOneOf, example } = component;
  const missing = Object.entries(component.attributes)
    // findImageProblems reports a missing alt.
    .filter(([attribute, { required }]) => required && !attributes.has(attribute) && attribute !== 'alt')
    .map(([attribute]) => attribute);
  if (needsOneOf && !needsOneOf.some((each) => attributes.has(each))) missing.push(needsOneOf.join(' or '));
  return missing.map((attribute) => ({
    line,
    message: `<${name}> has no ${attribute}`,
    fix: `add it, such as ${example.split('\n')[0] ?? ''}`,
    severity: 'fatal',
  }));
}

function explainUnknown(name: string, use: ComponentUse, names: readonly string[]): Explanation {
  const meant = findClosest(
    name,
    names.filter((known) => !use.attributes.has(known)),
  );
  const choice = names.length > 0 ? `delete it, or use one of ${names.join(', ')}` : 'delete it';
  return {
    message: `<${use.name}> has no attribute ${name}`,
    fix: meant ? `did you mean ${meant}?` : choice,
  };
}

type Given = { component: string; name: string; value: AttributeValue; attribute: ComponentAttribute };

function checkValue({ component, name, value, attribute }: Given): Explanation | undefined {
  const subject = `${name} of <${component}>`;
  const example = `${name}=${exampleValue(attribute)}`;
  if (value === true) return { message: `${subject} has no value`, fix: `write one, such as ${example}` };
  if ('code' in value) {
    return { message: `${subject} is program code`, fix: `write the value in quotes, such as ${example}` };
  }
  const text = plainText(value);
  if (text === undefined) {
    if (attribute.kind === 'list') return undefined;
    return { message: `${subject} is a list`, fix: `write one value in quotes, such as ${example}` };
  }
  if (attribute.kind === 'number' && !(/^\d+(\.\d+)?$/.test(text) && Number(text) > 0)) {
    return {
      message: `${subject} cannot be "${text}"`,
      fix: `write a number above 0 in digits, without a unit, such as ${example}`,
    };
  }
  if (attribute.kind === 'language' && !isLanguage(text)) {
    return {
      message: `${subject} cannot be "${text}"`,
      fix: 'write the code of a language, such as "cy" for Welsh, "de" for German or "la" for Latin',
    };
  }
  if (!attribute.oneOf || attribute.oneOf.includes(text)) return undefined;
  return {
    message: `${subject} cannot be "${text}"`,
    fix: suggestFix(text, attribute.oneOf, `use one of ${attribute.oneOf.join(', ')}`),
  };
}

/** Whether a BCP 47 language code is known. */
function isLanguage(code: string): boolean {
  try {
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code) !== undefined;
  } catch {
    return false;
  }
}

function exampleValue({ kind, oneOf }: ComponentAttribute): string {
  if (kind === 'number') return '"4"';
  if (kind === 'language') return '"cy"';
  return kind === 'list' ? '"BOOK201, LAWS210"' : `"${oneOf?.[0] ?? '...'}"`;
}

/** Allows comments, numbers and quoted text in braces. */
function checkCode({ kind, source, line }: Outline['code'][number]): Finding[] {
  if (kind === 'module') {
    return source.split('\n').flatMap((text, index): Finding[] => {
      const word = /^(import|export)\b/.exec(text)?.[1];
      return word ? [{ line: line + index, ...explainImport(word), severity: 'fatal' }] : [];
    });
  }
  const code = withoutComments(source);
  if (code === '' || ['string', 'number'].includes(typeof readLiteral(source))) return [];
  return [
    {
      line,
      message: `{${code.length > 30 ? `${code.slice(0, 27)}...` : code}} in the text is read as program code`,
      fix: 'write \\{ and \\} for the characters themselves, or put the words in `backticks`',
      severity: 'fatal',
    },
  ];
}
