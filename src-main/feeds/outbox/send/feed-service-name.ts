import type { ServiceName } from '../../../../src-shared/feeds/outbox/model.ts'

/** A service in the form in which the database holds it: another user name is another account, with feeds of its own. */
export const serviceText = ({ address, username }: ServiceName): string => `${address} ${username}`

/** The reverse of {@link serviceText}; an address has no spaces. */
export function serviceOf(text: string): ServiceName {
  const end = text.indexOf(' ')
  return { address: text.slice(0, end), username: text.slice(end + 1) }
}
