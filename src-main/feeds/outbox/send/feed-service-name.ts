import type { ServiceName } from '../../../../src-shared/feeds/outbox/model.ts'

/** Database form of a service: address and user name, because each account has its own feeds. */
export const serviceText = ({ address, username }: ServiceName): string => `${address} ${username}`

/** Inverse of {@link serviceText}; an address contains no spaces. */
export function serviceOf(text: string): ServiceName {
  const end = text.indexOf(' ')
  return { address: text.slice(0, end), username: text.slice(end + 1) }
}
