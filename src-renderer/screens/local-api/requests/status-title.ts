import { errorStatuses } from '../../../../src-shared/api/endpoint.ts'

/** What a status is called; empty for one the service does not use. */
export const statusTitle = (status: number): string =>
  status === 200
    ? 'OK'
    : (Object.entries(errorStatuses).find(([known]) => Number(known) === status)?.[1].title ?? '')
