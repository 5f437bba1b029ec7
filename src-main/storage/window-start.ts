/** Where a window of a list begins: where it is asked for, or the last one when there is nothing so far down. */
export const windowStart = ({ offset, limit }: { offset: number; limit: number }, total: number): number =>
  Math.min(offset, Math.max(0, Math.ceil(total / limit) - 1) * limit)
