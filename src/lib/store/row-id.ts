import { randomBytes, randomInt } from 'node:crypto';

const maxSequence = 0xfff;
let last = 0;
let sequence = 0;

/**
 * Returns a UUID of version 7 (RFC 9562). Consecutive ids are adjacent in an index, so a commit writes few pages. Ids
 * that a process creates in the same millisecond are in order too.
 */
export function createRowId(now = Date.now()): string {
  sequence = now === last ? Math.min(sequence + 1, maxSequence) : randomInt(maxSequence >> 1);
  last = now;
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
