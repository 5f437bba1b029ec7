/** Formats a time in ISO 8601, UTC: `2026-11-26T07:20:00.000Z`. @param milliseconds since the epoch */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString()
