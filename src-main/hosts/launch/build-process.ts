/**
 * Builds the application into the folder given as the first argument. Ends when the process that forked it
 * ends.
 */
import { build } from 'electron-vite'

process.once('disconnect', () => process.exit(1))
await build({ root: process.cwd(), logLevel: 'warn', build: { outDir: process.argv[2] as string } })
process.exit(0)
