// The tar format of POSIX (pax): https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html

export const blockSize = 512;
const maxName = 100;
/** The size field has eleven octal digits. */
const maxSize = 8 ** 11 - 1;
const longName = 'x';
const regularFile = '0';

type TarHeader = {
  name: string;
  size: number;
  /** Whether the body has the name of the next file, instead of a file. */
  isLongName: boolean;
};

/** Returns the bytes before a file's body. A name that is too long for the header gets a header of its own. */
export function writeTarHeader(name: string, size: number): Buffer {
  if (size > maxSize) throw new Error(`${name} is too large for a backup`);
  if (Buffer.byteLength(name) <= maxName) return header({ name, size, type: regularFile });
  const record = nameRecord(name);
  return Buffer.concat([
    header({ name: 'long-name', size: record.length, type: longName }),
    record,
    padding(record.length),
    header({ name: 'see-long-name', size, type: regularFile }),
  ]);
}

/** Returns the zeros after a body, which fills whole blocks. */
export function padding(size: number): Buffer {
  return Buffer.alloc((blockSize - (size % blockSize)) % blockSize);
}

export const endOfTar = Buffer.alloc(2 * blockSize);

/** @returns undefined for the end of the archive. @throws Error for anything else than a file */
export function readTarHeader(block: Buffer): TarHeader | undefined {
  if (block.every((byte) => byte === 0)) return undefined;
  const text = (start: number, end: number) => block.toString('utf8', start, end).replace(/\0.*$/s, '');
  const sum = Number.parseInt(text(148, 156), 8);
  const name = text(0, maxName);
  const type = text(156, 157);
  if (sum !== checksum(block)) throw new Error('a header is damaged');
  if (type !== regularFile && type !== longName) throw new Error(`${name} is not a file`);
  return { name, size: Number.parseInt(text(124, 136), 8), isLongName: type === longName };
}

export function readLongName(body: Buffer): string {
  const [, name] = /^\d+ path=(.+)\n$/s.exec(body.toString()) ?? [];
  if (name === undefined) throw new Error('a long name is damaged');
  return name;
}

function header({ name, size, type }: { name: string; size: number; type: string }): Buffer {
  const block = Buffer.alloc(blockSize);
  const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`;
  block.write(name, 0);
  block.write(octal(0o600, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(Math.floor(Date.now() / 1000), 12), 136);
  block.write(type, 156);
  block.write('ustar\x0000', 257);
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** The sum of all bytes, with spaces in place of the sum itself. */
function checksum(block: Buffer): number {
  return block.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 0x20 : byte), 0);
}

/** `LENGTH path=NAME`, where the length includes its own digits. */
function nameRecord(name: string): Buffer {
  const rest = ` path=${name}\n`;
  const bytes = Buffer.byteLength(rest);
  const digits = [2, 3, 4, 5].find((count) => String(bytes + count).length === count) ?? 5;
  return Buffer.from(`${bytes + digits}${rest}`);
}
