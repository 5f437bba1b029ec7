import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodePowerState } from '../../platform/power.ts'
import { ensureBuilt, projectDirectory, rendererDirectory } from '../launch/build.ts'
import { threadBundle } from '../launch/bundle.ts'
import type { Installation } from './installation.ts'

/**
 * The program parts for the command line in a source checkout. The page is built before `serve` serves it.
 */
export const checkout: Installation = {
  program: 'desk',
  version: JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8')).version,
  host: 'headless',
  resources: join(projectDirectory, 'resources'),
  thread: threadBundle,
  renderer: rendererDirectory,
  preparePage: ensureBuilt,
  power: nodePowerState(),
}
