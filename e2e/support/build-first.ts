import { ensureBuilt } from '../../src-main/hosts/launch/build.ts'

/** Both hosts show what was built; a journey must never walk through yesterday's screens. */
export default (): Promise<void> => ensureBuilt((line) => process.stdout.write(`${line}\n`))
