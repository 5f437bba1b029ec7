import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Command, InvalidArgumentError, Option } from 'commander'
import openInBrowser from 'open'
import { createFace } from '../../../rpc/face.ts'
import type { Services } from '../../../services.ts'
import { ensureBuilt, rendererDirectory } from '../../launch/build.ts'
import { action, type CommonOptions, withCommonOptions } from '../command.ts'
import { type ConditionsOptions, conditionsFrom, withConditionsOptions } from '../conditions-options.ts'
import { type FaceServer, serveFace } from '../face-server.ts'
import { openServices } from '../with-services.ts'

interface ServeOptions extends CommonOptions, ConditionsOptions {
  sandbox: boolean
  sample: boolean
  uiPort: number
  apiPort?: number
  open: boolean
}

const say = (line: string): void => void process.stderr.write(`${line}\n`)

function port(value: string): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < 0 || number > 65535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535; 0 picks a free one.')
  return number
}

export function register(desk: Command): void {
  const command = desk
    .command('serve')
    .description('Serve the app on a loopback page and the catalog on the local API, until stopped.')
    .option('--sandbox', 'make this workspace a sandbox: it is the service, and ingests feeds itself', false)
    .option('--sample', 'with --sandbox: fill an empty sandbox with the sample catalog', false)
    .addOption(new Option('--ui-port <n>', 'port of the page; 0 picks a free one').argParser(port).default(0))
    .addOption(new Option('--api-port <n>', 'port of the local API (default: as last time)').argParser(port))
    .option('--open', 'open the page in the browser', false)
  withConditionsOptions(command)
  withCommonOptions(command).action(action(serve))
}

async function serve(options: ServeOptions): Promise<number> {
  await ensureBuilt(say)
  const services = await openServices(options.data)
  let face: FaceServer | undefined
  try {
    services.localApi.conditions.setForThisRun(conditionsFrom(options))
    if (options.sandbox) await services.workspace.startSandbox({ sample: options.sample })
    await services.startBackgroundWork()
    const api = await services.localApi.start(options.apiPort)
    face = await serveFace(
      createFace(services, { renderer: rendererDirectory, uploads: join(services.directory, 'uploads') }),
      options.uiPort,
    )
    const ui = face.link()
    const { username, password } = await services.localApi.credentials()
    // A person at a terminal reads the addresses; a program reads one line of JSON.
    if (options.json || !process.stdout.isTTY)
      process.stdout.write(`${JSON.stringify({ ui, api: api.address, username, password })}\n`)
    else
      say(
        `Catalog Desk: ${ui}\nLocal API:    ${api.address} (user ${username}, password ${password})\nCtrl+C stops it.`,
      )
    const { active } = services.localApi.conditions.state()
    if (active.length > 0) say(`The local API is not as usual: ${active.join(', ')}.`)
    if (options.open)
      await openInBrowser(ui).catch(() => say('No browser could be opened; use the address above.'))
    offerNewLinks(face)
    await stopSignal(services)
    return 0
  } finally {
    await face?.close()
    await services.close()
  }
}

/** A link lets one browser in; in a terminal, Enter gives the next one. */
function offerNewLinks(face: FaceServer): void {
  if (!process.stdin.isTTY) return
  createInterface({ input: process.stdin }).on('line', () => say(`Catalog Desk: ${face.link()}`))
}

/** Resolves at the first SIGTERM or SIGINT. A second one, as npm passes on to the whole group, changes nothing. */
function stopSignal(services: Services): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.on(signal, () => {
        services.log.info({ signal }, 'stopping')
        process.stdin.unref?.()
        resolve()
      })
  })
}
