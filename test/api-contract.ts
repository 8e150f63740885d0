import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Reference = { $ref: string };
type Schema = Record<string, unknown>;
type Header = { required?: boolean; schema: Schema };
type DescribedResponse = {
  headers?: Record<string, Header | Reference>;
  content?: Record<string, { schema: Schema }>;
};
type Parameter = { name: string; in: string; required?: boolean; schema: Schema };
type DescribedOperation = {
  operationId: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, DescribedResponse | Reference>;
};
export type ApiDocument = {
  info: { version: string };
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
};

export type Operation = { path: string; method: string; described: DescribedOperation };

export type Contract = {
  operations: readonly Operation[];
  find(operationId: string): Operation;
  /** True if the operation's request body schema accepts the value. */
  takesBody(operationId: string, body: unknown): boolean;
  /** Returns the differences between a response and its description. */
  check(operationId: string, answer: Response): Promise<string[]>;
};

/** Headers that clients read. Responses must not have them unless they are described. */
const clientHeaders =
  /^(x-ratelimit-.*|ratelimit.*|retry-after|allow|etag|link|location|cache-control|access-control-allow-origin|x-vercel-.*)$/;

/** Compares responses with an OpenAPI document: status, headers, media type and body. */
export function createContract(document: ApiDocument): Contract {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  const compiled = new Map<Schema, ValidateFunction>();
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({ path, method: method.toUpperCase(), described })),
  );

  function resolve<Value extends object>(value: Value | Reference): Value {
    if (!('$ref' in value) || typeof value.$ref !== 'string') return value as Value;
    const keys = value.$ref.slice(2).split('/');
    return keys.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document) as Value;
  }

  function faultsOf(schema: Schema, value: unknown): string[] {
    const validate = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
  }

  function find(operationId: string): Operation {
    const found = operations.find(({ described }) => described.operationId === operationId);
    if (!found) throw new Error(`no operation ${operationId} in the document`);
    return found;
  }

  function checkHeaders(described: DescribedResponse, headers: Headers): string[] {
    const expected = Object.entries(described.headers ?? {}).map(
      ([name, header]) => [name.toLowerCase(), resolve(header)] as const,
    );
    const known = new Set(expected.map(([name]) => name));
    const surplus = [...headers.keys()].filter((name) => clientHeaders.test(name) && !known.has(name));
    const faults = expected.flatMap(([name, { required, schema }]) => {
      const value = headers.get(name);
      if (value === null) return required ? [`header ${name} is missing`] : [];
      const typed = schema['type'] === 'integer' ? Number(value) : value;
      return faultsOf(schema, typed).map((fault) => `header ${name}: ${value}: ${fault}`);
    });
    return [...surplus.map((name) => `header ${name} is not described`), ...faults];
  }

  function checkBody(described: DescribedResponse, type: string, text: string): string[] {
    if (!described.content) return text === '' ? [] : ['the response has a body, but none is described'];
    const media = described.content[type];
    if (!media) return [`media type ${type} is not one of ${Object.keys(described.content).join(', ')}`];
    const value: unknown = type.endsWith('json') ? JSON.parse(text) : text;
    return faultsOf(media.schema, value).map((fault) => `body${fault}`);
  }

  return {
    operations,
    find,
    takesBody(operationId, body) {
      const [media] = Object.values(find(operationId).described.requestBody?.content ?? {});
      return media !== undefined && faultsOf(media.schema, body).length === 0;
    },
    async check(operationId, answer) {
      const { responses } = find(operationId).described;
      const reference = responses[String(answer.status)];
      if (!reference) return [`status ${answer.status} is not one of ${Object.keys(responses).join(', ')}`];
      const described = resolve(reference);
      const [type = ''] = (answer.headers.get('content-type') ?? '').split(';');
      const text = await answer.text();
      return [...checkHeaders(described, answer.headers), ...checkBody(described, type, text)];
    },
  };
}
