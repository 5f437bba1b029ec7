import { type Command, InvalidArgumentError } from 'commander'
import type { QuarantinedPage } from '../../../../src-shared/sync/model.ts'
import { action, answer, type CommonOptions, withCommonOptions } from '../command.ts'
import { withServices } from '../with-services.ts'

interface QuarantineOptions extends CommonOptions {
  retry: boolean
  drop: boolean
}

function pageNumber(value: string): number {
  const number = Number(value)
  if (!Number.isInteger(number)) throw new InvalidArgumentError('A page is named by its number in the list.')
  return number
}

export function register(desk: Command): void {
  const command = desk
    .command('quarantine')
    .description(
      'Show the pages and single items that a sync could not read, show one as received, or request them again.',
    )
    .argument('[page]', 'number of a page: prints its answer as it came', pageNumber)
    .option('--retry', 'ask the service again, for this page or for all', false)
    .option('--drop', 'remove this page from quarantine', false)
  withCommonOptions(command).action(
    action(quarantine, 'Stopped. The pages that were not read stay in quarantine.'),
  )
}

async function quarantine(page: number | undefined, options: QuarantineOptions): Promise<number> {
  return withServices(options, async (services) => {
    const syncing = services.sync()
    if (options.retry) {
      const result = await syncing.retryQuarantined({ id: page })
      answer(options, result, [result.message])
      return result.remaining === 0 ? 0 : 1
    }
    if (page !== undefined && !options.drop) {
      const found = await syncing.quarantinedAnswer({ id: page })
      answer(options, found, [found.text])
      return 0
    }
    const pages =
      page === undefined ? await syncing.quarantine() : await syncing.dropQuarantined({ id: page })
    answer(options, pages, pages.length === 0 ? ['Nothing is in quarantine.'] : pages.flatMap(lines))
    return 0
  })
}

const lines = ({ id, at, query, error, bytes, itemIds }: QuarantinedPage): string[] => [
  `${id}  ${at}  ${bytes} bytes  ${new URLSearchParams(query)}`,
  `    ${error}`,
  ...(itemIds.length > 0 ? [`    Items: ${itemIds.join(', ')}`] : []),
]
