import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { powerOfNode } from '../../platform/power.ts'
import { ensureBuilt, projectDirectory, rendererDirectory } from '../launch/build.ts'
import { threadBundle } from '../launch/bundle.ts'
import type { Installation } from './installation.ts'

/** The parts of the command line in a source checkout. It builds the page before `serve` shows it. */
export const checkout: Installation = {
  program: 'desk',
  version: JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8')).version,
  host: 'headless',
  resources: join(projectDirectory, 'resources'),
  thread: threadBundle,
  renderer: rendererDirectory,
  preparePage: ensureBuilt,
  power: powerOfNode(),
}
