import { resolve } from 'node:path'
import type { Command } from 'commander'
import { counted } from '../../../../src-shared/texts/say.ts'
import { movePictures } from '../../../media/index.ts'
import { createLog } from '../../../platform/log/log.ts'
import { action, answer, type CommonOptions, withCommonOptions } from '../command.ts'
import { type StoreOptions, storeFrom, withStoreOptions } from '../options/store-options.ts'
import { onStop } from '../stop.ts'
import { megabytes, progressLine } from '../terminal.ts'
import { withServices } from '../with-services.ts'

interface MoveOptions extends CommonOptions, StoreOptions {}

export function register(desk: Command): void {
  const command = desk
    .command('move-pictures')
    .description(
      'Copy the pictures of the workspace into an S3 store, or back into its folder, compare them, and use them there from then on. Nothing is deleted.',
    )
    .argument('<to>', 's3://BUCKET/PREFIX, or `folder`')
  withStoreOptions(command)
  withCommonOptions(command).action(
    action(move, 'Stopped. The pictures are used where they were; the next call copies the rest.'),
  )
}

async function move(to: string, options: MoveOptions): Promise<number> {
  const choice = to === 'folder' ? undefined : storeFrom(to, options)
  const line = progressLine()
  const stopped = new AbortController()
  const moved = await withServices(options, ({ storage, directory }) => {
    onStop(() => stopped.abort())
    return movePictures({
      ...{ storage, directory: resolve(directory), to: choice, log: createLog() },
      signal: stopped.signal,
      onProgress: (progress) => line.show({ phase: 'moving', ...progress }),
    })
  }).finally(line.clear)
  answer(options, moved, [
    `${counted(moved.pictures, 'picture')}: ${moved.copied} copied (${megabytes(moved.bytes)}), ${moved.present} there already, ${moved.missing} missing or damaged before. The counts and sizes are compared.`,
    `The pictures are in ${moved.to} from now on. Those in ${moved.from} were not deleted; delete them when check finds nothing.`,
  ])
  return 0
}
