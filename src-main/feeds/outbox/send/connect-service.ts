import type { FeedsOfService, ServiceName } from '../../../../src-shared/feeds/outbox/model.ts'
import type { Storage } from '../../../storage/index.ts'
import { outboxReader } from '../store/outbox-reader.ts'
import { outboxWriter } from '../store/outbox-writer.ts'
import { serviceText } from './feed-service-name.ts'

/** Whether two connections are different services for feeds. */
export const isOtherService = (one: ServiceName, other: ServiceName): boolean =>
  serviceText(one) !== serviceText(other)

/** Number of feeds waiting for the connected service, or pending there. */
export const feedsOfConnected = (storage: Storage): Promise<FeedsOfService> =>
  storage.reader(outboxReader).ours()

/** Makes a service the connected one. Feeds of the previous connection keep their service. */
export async function connectService(
  storage: Storage,
  { before, now }: { before: ServiceName | undefined; now: ServiceName },
): Promise<void> {
  const writer = storage.writer(outboxWriter)
  // Feeds without a service belong to the previous connection.
  if (before) await writer.takeService(serviceText(before))
  await writer.takeService(serviceText(now))
}
