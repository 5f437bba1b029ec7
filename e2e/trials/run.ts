/** The long trials, by command: `npm run trial -- NAME --help` tells what each takes. */
import { Command } from 'commander'
import { fuzzCommand } from './fuzz/fuzz-command.ts'

const program = new Command('trial').description('Trials that take longer than a suite may')
program.addCommand(fuzzCommand())
await program.parseAsync()
