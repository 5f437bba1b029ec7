/** Runs a long trial: `npm run trial -- NAME --help` prints the options of each. */
import { Command } from 'commander'
import { diskCommand } from './disk/disk-command.ts'
import { enemyCommand } from './enemy/enemy-command.ts'
import { fuzzCommand } from './fuzz/fuzz-command.ts'
import { growthCommand } from './growth/growth-command.ts'
import { historiesCommand } from './histories/histories-command.ts'
import { killsCommand } from './kills/kills-command.ts'
import { pairsCommand } from './kills/pairs-command.ts'
import { propertiesCommand } from './properties/properties-command.ts'
import { proxyCommand } from './proxy/proxy-command.ts'
import { roadCommand } from './road/road-command.ts'
import { teamCommand } from './team/team-command.ts'
import { updateCommand } from './update/update-command.ts'

const program = new Command('trial').description('Trials that take longer than a suite may')
program.addCommand(fuzzCommand())
program.addCommand(diskCommand())
program.addCommand(enemyCommand())
program.addCommand(growthCommand())
program.addCommand(killsCommand())
program.addCommand(pairsCommand())
program.addCommand(historiesCommand())
program.addCommand(propertiesCommand())
program.addCommand(proxyCommand())
program.addCommand(roadCommand())
program.addCommand(teamCommand())
program.addCommand(updateCommand())
await program.parseAsync()
