import { writeOnnx, type OnnxNode, type OnnxTensor } from './onnx-format.ts';
import type { Safetensors } from './safetensors.ts';

const size = 384;
const layers = 6;
const heads = 12;
/** Weights have seven bits: with eight, sums overflow on processors without VNNI instructions. */
const maxWeight = 63;
const maxEmbedding = 127;
const epsilon = { float: 1e-12 };
const microsoft = 'com.microsoft';

type Matrix = { values: Float32Array<ArrayBuffer>; rows: number; columns: number };

/**
 * Converts the weights of all-MiniLM-L6-v2 to an ONNX model with 8-bit weights. The model takes the `input_ids` of one
 * text and returns `last_hidden_state`.
 */
export function convertMiniLm(weights: Safetensors): Uint8Array<ArrayBuffer> {
  const model = createBuilder();
  let state = addEmbeddings(model, weights);
  for (let layer = 0; layer < layers; layer++) {
    state = addLayer(model, weights, { state, source: `encoder.layer.${layer}` });
  }
  model.add('Identity', [state], 'last_hidden_state');
  return writeOnnx({
    ...model,
    inputs: [{ name: 'input_ids', type: 'int64', dims: [1, 'length'] }],
    outputs: [{ name: 'last_hidden_state', type: 'float', dims: [1, 'length', size] }],
  });
}

type Builder = ReturnType<typeof createBuilder>;

function createBuilder() {
  const nodes: OnnxNode[] = [];
  const tensors: OnnxTensor[] = [];
  return {
    nodes,
    tensors,
    /** Returns the name of the output. */
    add(op: string, inputs: readonly string[], output: string, options: Partial<OnnxNode> = {}): string {
      nodes.push({ op, inputs, outputs: [output], ...options });
      return output;
    },
    addTensor(
      name: string,
      values: Float32Array | Int8Array | BigInt64Array,
      dims = [values.length],
    ): string {
      const type = values instanceof Float32Array ? 'float' : values instanceof Int8Array ? 'int8' : 'int64';
      const data = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
      tensors.push({ name, type, dims, data });
      return name;
    },
  };
}

function addEmbeddings(model: Builder, weights: Safetensors): string {
  const words = readMatrix(weights, 'embeddings.word_embeddings.weight');
  const { values, scales } = quantizeRows(words, maxEmbedding);
  const wordTable = model.addTensor('words', values, [words.rows, words.columns]);
  const scaleTable = model.addTensor('words.scale', scales, [words.rows, 1]);
  const places = readMatrix(weights, 'embeddings.position_embeddings.weight');
  const type = weights.read('embeddings.token_type_embeddings.weight');
  const withType = places.values.map((value, at) => value + (type[at % size] ?? 0));
  const placeTable = model.addTensor('positions', withType, [places.rows, size]);
  const zero = model.addTensor('zero', BigInt64Array.of(0n));

  const gathered = model.add('Gather', [wordTable, 'input_ids'], 'words.gathered');
  const numbers = model.add('Cast', [gathered], 'words.numbers', { attributes: { to: 1 } });
  const scale = model.add('Gather', [scaleTable, 'input_ids'], 'words.scales');
  const word = model.add('Mul', [numbers, scale], 'words.embedded');
  const length = model.add('Shape', ['input_ids'], 'length', { attributes: { start: 1 } });
  const place = model.add('Slice', [placeTable, zero, length, zero], 'positions.used');
  const sum = model.add('Add', [word, place], 'embeddings.sum');
  const norm = normParameters(model, weights, 'embeddings');
  return model.add('LayerNormalization', [sum, ...norm], 'embeddings', { attributes: { epsilon } });
}

function addLayer(
  model: Builder,
  weights: Safetensors,
  { state, source }: { state: string; source: string },
) {
  const attention = `${source}.attention`;
  const projected = ['query', 'key', 'value'].map((part) =>
    addDense(model, weights, { input: state, source: `${attention}.self.${part}` }),
  );
  const attended = model.add('MultiHeadAttention', projected, `${attention}.heads`, {
    domain: microsoft,
    attributes: { num_heads: heads },
  });
  const output = addDense(model, weights, { input: attended, source: `${attention}.output.dense` });
  const middle = addNorm(model, weights, { inputs: [output, state], source: `${attention}.output` });
  const inner = addDense(model, weights, { input: middle, source: `${source}.intermediate.dense` });
  const active = model.add('Gelu', [inner], `${source}.gelu`, { domain: microsoft });
  const outer = addDense(model, weights, { input: active, source: `${source}.output.dense` });
  return addNorm(model, weights, { inputs: [outer, middle], source: `${source}.output` });
}

function addDense(
  model: Builder,
  weights: Safetensors,
  { input, source }: { input: string; source: string },
) {
  const matrix = readMatrix(weights, `${source}.weight`);
  const { values, scales } = quantizeRows(matrix, maxWeight);
  const weight = model.addTensor(`${source}.weight`, transpose(values, matrix), [
    matrix.columns,
    matrix.rows,
  ]);
  const scale = model.addTensor(`${source}.scale`, scales);
  const bias = model.addTensor(`${source}.bias`, weights.read(`${source}.bias`));
  return model.add('DynamicQuantizeMatMul', [input, weight, scale, '', bias], source, { domain: microsoft });
}

function addNorm(
  model: Builder,
  weights: Safetensors,
  { inputs, source }: { inputs: readonly string[]; source: string },
): string {
  return model.add(
    'SkipLayerNormalization',
    [...inputs, ...normParameters(model, weights, source)],
    `${source}.norm`,
    { domain: microsoft, attributes: { epsilon } },
  );
}

function normParameters(model: Builder, weights: Safetensors, source: string): string[] {
  return ['weight', 'bias'].map((part) => {
    const name = `${source}.LayerNorm.${part}`;
    return model.addTensor(name, weights.read(name));
  });
}

function readMatrix(weights: Safetensors, name: string): Matrix {
  const [rows = 0, columns = 0] = weights.shapeOf(name);
  return { values: weights.read(name), rows, columns };
}

/** Rounds each row to whole numbers of at most `max`, with one scale per row. */
function quantizeRows({ values, rows, columns }: Matrix, max: number) {
  const rounded = new Int8Array(values.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const from = row * columns;
    let largest = 0;
    for (let at = from; at < from + columns; at++) largest = Math.max(largest, Math.abs(values[at] ?? 0));
    const scale = largest / max || 1;
    scales[row] = scale;
    for (let at = from; at < from + columns; at++) rounded[at] = Math.round((values[at] ?? 0) / scale);
  }
  return { values: rounded, scales };
}

function transpose(values: Int8Array, { rows, columns }: Matrix): Int8Array {
  const turned = new Int8Array(values.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      turned[column * rows + row] = values[row * columns + column] ?? 0;
    }
  }
  return turned;
}
