import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import rulesets from '@stoplight/spectral-rulesets';

type LintResult = {
  /** Names of violated rules, one for each violation. */
  redocly: string[];
  spectral: string[];
  /** Only rules with severity error. */
  owaspErrors: string[];
};

const { Spectral } = spectralCore;

/** Lints an OpenAPI document with Redocly's `recommended-strict`, Spectral's `oas`, and OWASP's rules. */
export async function lint(document: object): Promise<LintResult> {
  const source = JSON.stringify(document, null, 2);
  const config = await createConfig('extends: [recommended-strict]');
  const redocly = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  const spectral = await runSpectral(source, rulesets.oas);
  const owaspRules = await runSpectral(source, owasp);
  return {
    redocly: redocly.map(({ ruleId }) => ruleId),
    spectral: spectral.map(({ code }) => String(code)),
    owaspErrors: owaspRules.filter(isError).map(({ code }) => String(code)),
  };
}

function runSpectral(source: string, ruleset: unknown) {
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[ruleset as RulesetDefinition, 'all']] });
  return spectral.run(source);
}

function isError({ severity }: { severity: number }): boolean {
  return severity === 0;
}
