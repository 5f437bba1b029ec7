/** The command line of a source checkout. */
import { checkout } from './checkout.ts'
import { runCommandLine } from './command-line.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), checkout)
