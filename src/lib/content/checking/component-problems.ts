import { componentNames, findComponent, type ComponentAttribute } from '#lib/content/components.ts';
import type { Finding } from './problem.ts';
import { findClosest, suggestFix } from './closest-match.ts';
import { plainText, type AttributeValue, type ComponentUse } from './component-use.ts';
import type { Outline } from './outline.ts';

/** Components and attributes that do not exist or are wrongly used, and program code in the text. */
export function findComponentProblems({ components, code }: Outline): Finding[] {
  return [...components.flatMap(checkUse), ...code.flatMap(checkCode)];
}

function checkUse(use: ComponentUse): Finding[] {
  const spot = { line: use.line, column: use.column };
  const component = findComponent(use.name);
  if (!component) {
    return [
      {
        ...spot,
        message: `there is no component <${use.name}>`,
        fix: suggestFix(use.name, componentNames, `use one of ${componentNames.join(', ')}`),
        severity: 'fatal',
      },
    ];
  }
  const names = Object.keys(component.attributes);
  const findings = [...use.attributes].flatMap(([name, { value, ...place }]): Finding[] => {
    const attribute = component.attributes[name];
    const said = attribute
      ? checkValue(`${name} of <${use.name}>`, value, attribute)
      : unknownAttribute(name, use, names);
    return said ? [{ ...place, ...said, severity: 'fatal' }] : [];
  });
  const isGiven = (name: string) => use.attributes.has(name);
  const missing = Object.entries(component.attributes)
    .filter(([name, { required }]) => required && !isGiven(name) && name !== 'alt')
    .map(([name]) => name);
  if (component.needsOneOf && !component.needsOneOf.some(isGiven)) {
    missing.push(component.needsOneOf.join(' or '));
  }
  const absent = missing.map((name): Finding => {
    const message = `<${use.name}> has no ${name}`;
    return { ...spot, message, fix: `add it, such as ${firstTag(component.example)}`, severity: 'fatal' };
  });
  return [...findings, ...absent];
}

type Said = { message: string; fix: string };

function unknownAttribute(name: string, use: ComponentUse, names: readonly string[]): Said {
  const message = `<${use.name}> takes no ${name}`;
  const free = names.filter((known) => !use.attributes.has(known));
  const meant = findClosest(name, free);
  if (meant) return { message, fix: `did you mean ${meant}?` };
  return {
    message,
    fix: names.length > 0 ? `take it out, or use one of ${names.join(', ')}` : 'take it out',
  };
}

function checkValue(name: string, value: AttributeValue, attribute: ComponentAttribute): Said | undefined {
  if (value === true) {
    return {
      message: `${name} has no value`,
      fix: `write one in quotes behind it, such as ${shown(attribute)}`,
    };
  }
  if ('code' in value) {
    return {
      message: `${name} is program code`,
      fix: `write the value itself in quotes: ${shown(attribute)}`,
    };
  }
  const text = plainText(value);
  if (text === undefined) {
    return attribute.kind === 'list'
      ? undefined
      : { message: `${name} is a list`, fix: `write one value in quotes: ${shown(attribute)}` };
  }
  if (attribute.kind === 'number' && !/^\d+(\.\d+)?$/.test(text)) {
    return {
      message: `${name} "${text}" is not a number`,
      fix: 'write figures only, without a unit, such as "4"',
    };
  }
  if (attribute.kind === 'language' && !isLanguage(text)) {
    return {
      message: `${name} "${text}" is the code of no language`,
      fix: 'write its short code, such as "cy" for Welsh, "de" for German or "la" for Latin',
    };
  }
  if (attribute.oneOf && !attribute.oneOf.includes(text)) {
    return {
      message: `${name} "${text}" is none of ${attribute.oneOf.join(', ')}`,
      fix: suggestFix(text, attribute.oneOf, 'use one of these'),
    };
  }
  return undefined;
}

/** A code of BCP 47 that has a name of its own. */
function isLanguage(code: string): boolean {
  try {
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code) !== undefined;
  } catch {
    return false;
  }
}

function shown({ kind, oneOf }: ComponentAttribute): string {
  if (kind === 'number') return '"4"';
  if (kind === 'language') return '"cy"';
  return kind === 'list' ? '"SOIL201, HYDR210"' : `"${oneOf?.[0] ?? '...'}"`;
}

function firstTag(example: string): string {
  return example.split('\n')[0] ?? example;
}

/** Comments and quoted text in braces do no harm; all else is a program or breaks the page. */
function checkCode({ kind, source, line, column }: Outline['code'][number]): Finding[] {
  if (kind === 'module') {
    return source.split('\n').flatMap((text, index): Finding[] => {
      const word = /^(import|export)\b/.exec(text)?.[1];
      if (!word) return [];
      return [
        {
          line: line + index,
          column: 1,
          message: `a line that begins with "${word}" is read as program code`,
          fix: 'take it out, since components need no import, or begin the sentence with another word',
          severity: 'fatal',
        },
      ];
    });
  }
  const bare = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').trim();
  if (bare === '' || /^(['"`])[^'"`$]*\1$/.test(bare) || /^\d+(\.\d+)?$/.test(bare)) return [];
  const short = bare.length > 30 ? `${bare.slice(0, 27)}...` : bare;
  return [
    {
      line,
      column,
      message: `{${short}} in the text is read as program code`,
      fix: 'write \\{ and \\} for the characters themselves, or put the words in `backticks`',
      severity: 'fatal',
    },
  ];
}
