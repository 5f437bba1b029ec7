/** `npm run build`: builds what `npm start` and the command line run, unless it is up to date. */
import { ensureBuilt } from './build.ts'
import { bundle } from './bundle.ts'

const print = (line: string): void => void process.stderr.write(`${line}\n`)

try {
  await ensureBuilt(print)
  await bundle()
  print('Catalog Desk is built.')
} catch (error) {
  print(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
