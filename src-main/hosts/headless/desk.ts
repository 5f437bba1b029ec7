/** The command line of a source checkout. It builds the page before `serve` shows it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { powerOfNode } from '../../platform/power.ts'
import { ensureBuilt, projectDirectory, rendererDirectory } from '../launch/build.ts'
import { threadBundle } from '../launch/bundle.ts'
import { runCommandLine } from './command-line.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), {
  program: 'desk',
  version: JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8')).version,
  host: 'headless',
  resources: join(projectDirectory, 'resources'),
  thread: threadBundle,
  renderer: rendererDirectory,
  preparePage: ensureBuilt,
  power: powerOfNode(),
})
