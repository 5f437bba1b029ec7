import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectDirectory } from '../launch/build.ts'

/** As in `package.json`, the only place where it is written. */
export const version: string = JSON.parse(
  readFileSync(join(projectDirectory, 'package.json'), 'utf8'),
).version
