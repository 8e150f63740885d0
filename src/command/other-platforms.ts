import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes the libraries of onnxruntime-node for other platforms: three quarters of its 288 MB. */
export function removeOtherPlatforms(packageFolder: string): void {
  for (const folder of globSync(join(packageFolder, 'bin/napi-v6/*/*'))) {
    if (!folder.endsWith(join(process.platform, process.arch))) rmSync(folder, { recursive: true });
  }
}
