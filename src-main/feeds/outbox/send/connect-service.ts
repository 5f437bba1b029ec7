import type { FeedsOfService, ServiceName } from '../../../../src-shared/feeds/outbox/model.ts'
import type { Storage } from '../../../storage/index.ts'
import { outboxReader } from '../store/outbox-reader.ts'
import { outboxWriter } from '../store/outbox-writer.ts'
import { serviceText } from './feed-service-name.ts'

/** Whether feeds of the one connection are not feeds of the other. */
export const isOtherService = (one: ServiceName, other: ServiceName): boolean =>
  serviceText(one) !== serviceText(other)

/** How many feeds wait for the connected service or are with it. */
export const feedsOfConnected = (storage: Storage): Promise<FeedsOfService> =>
  storage.reader(outboxReader).ours()

/** Makes feeds belong to another service from now on; those of the connection before keep their service. */
export async function connectService(
  storage: Storage,
  { before, now }: { before: ServiceName | undefined; now: ServiceName },
): Promise<void> {
  const writer = storage.writer(outboxWriter)
  // Feeds that name no service yet belong to the connection before.
  if (before) await writer.takeService(serviceText(before))
  await writer.takeService(serviceText(now))
}
