/** A tensor of a model file. `data` is little-endian. */
export type OnnxTensor = {
  name: string;
  type: keyof typeof elementTypes;
  dims: readonly number[];
  data: Uint8Array;
};

export type OnnxNode = {
  op: string;
  inputs: readonly string[];
  outputs: readonly string[];
  attributes?: Readonly<Record<string, number | { float: number }>>;
  domain?: string;
};

type OnnxValue = { name: string; type: keyof typeof elementTypes; dims: readonly (number | string)[] };

type OnnxGraph = {
  nodes: readonly OnnxNode[];
  tensors: readonly OnnxTensor[];
  inputs: readonly OnnxValue[];
  outputs: readonly OnnxValue[];
};

const elementTypes = { float: 1, int8: 3, int64: 7 } as const;
const irVersion = 10;
const opsets = { '': 20, 'com.microsoft': 1 };

/** Encodes a graph as an ONNX file, which is a protocol buffer. onnx.proto defines the field numbers. */
export function writeOnnx({ nodes, tensors, inputs, outputs }: OnnxGraph): Uint8Array<ArrayBuffer> {
  const graph = [
    ...nodes.map((node) => bytesField(1, encodeNode(node))),
    textField(2, 'encoder'),
    ...tensors.map((tensor) => bytesField(5, encodeTensor(tensor))),
    ...inputs.map((value) => bytesField(11, encodeValue(value))),
    ...outputs.map((value) => bytesField(12, encodeValue(value))),
  ];
  return concatenate([
    numberField(1, irVersion),
    bytesField(7, concatenate(graph)),
    ...Object.entries(opsets).map(([domain, version]) =>
      bytesField(8, concatenate([textField(1, domain), numberField(2, version)])),
    ),
  ]);
}

function encodeNode({ op, inputs, outputs, attributes = {}, domain = '' }: OnnxNode): Uint8Array {
  return concatenate([
    ...inputs.map((name) => textField(1, name)),
    ...outputs.map((name) => textField(2, name)),
    textField(4, op),
    ...Object.entries(attributes).map(([name, value]) => bytesField(5, encodeAttribute(name, value))),
    textField(7, domain),
  ]);
}

function encodeAttribute(name: string, value: number | { float: number }): Uint8Array {
  const content =
    typeof value === 'number'
      ? [numberField(3, value), numberField(20, 2)]
      : [floatField(2, value.float), numberField(20, 1)];
  return concatenate([textField(1, name), ...content]);
}

function encodeTensor({ name, type, dims, data }: OnnxTensor): Uint8Array {
  return concatenate([
    ...dims.map((size) => numberField(1, size)),
    numberField(2, elementTypes[type]),
    textField(8, name),
    bytesField(9, data),
  ]);
}

function encodeValue({ name, type, dims }: OnnxValue): Uint8Array {
  const shape = dims.map((size) =>
    bytesField(1, typeof size === 'number' ? numberField(1, size) : textField(2, size)),
  );
  const tensor = concatenate([numberField(1, elementTypes[type]), bytesField(2, concatenate(shape))]);
  return concatenate([textField(1, name), bytesField(2, bytesField(1, tensor))]);
}

function numberField(field: number, value: number): Uint8Array {
  return Uint8Array.from([...varint(field * 8), ...varint(value)]);
}

function floatField(field: number, value: number): Uint8Array {
  return concatenate([Uint8Array.from(varint(field * 8 + 5)), new Uint8Array(Float32Array.of(value).buffer)]);
}

function textField(field: number, text: string): Uint8Array {
  return bytesField(field, Buffer.from(text));
}

function bytesField(field: number, bytes: Uint8Array): Uint8Array {
  return concatenate([Uint8Array.from([...varint(field * 8 + 2), ...varint(bytes.length)]), bytes]);
}

/** Encodes seven bits per byte, lowest first. The highest bit of a byte says whether another byte follows. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
