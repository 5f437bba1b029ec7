/** Builds what is stale before the program is packed; `npm pack` and `npm run package` run it. */
import { ensureBuilt } from './build.ts'

await ensureBuilt((line) => process.stderr.write(`${line}\n`))
