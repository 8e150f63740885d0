#!/usr/bin/env node
// The `lectern` command of a release, in which this file is `lectern.js`. Plain JavaScript, because it must run on any
// Node from version 18.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode, isNewEnough, runNode } from './run-node.mjs';

const scripts = dirname(fileURLToPath(import.meta.url));
// npm installs the packages of a release inside of it or beside it.
const packageFolders = [join(scripts, '../node_modules'), join(scripts, '../..')];
// Without the flag, Node warns about `node:sqlite` in every command.
const flag = '--disable-warning=ExperimentalWarning';

if (process.execArgv.includes(flag) && isNewEnough()) await import('../src/command/institute-command.js');
else {
  const script = join(scripts, '../src/command/institute-command.js');
  runNode(findNode(packageFolders).executable, [flag, script, ...process.argv.slice(2)]);
}
