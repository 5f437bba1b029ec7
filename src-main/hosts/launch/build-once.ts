/** `npm run build`: makes what `npm start` and the command line run, unless it is there. */
import { ensureBuilt } from './build.ts'
import { bundle } from './bundle.ts'

const say = (line: string): void => void process.stderr.write(`${line}\n`)

try {
  await ensureBuilt(say)
  await bundle()
  say('Catalog Desk is built.')
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
