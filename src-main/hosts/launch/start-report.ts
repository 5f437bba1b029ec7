/**
 * Reports of the Electron app to the `npm start` that started it, with the message for the person at the
 * terminal.
 */
export const startReports = {
  opened: 'Catalog Desk is open in its window. Close the window to end it.',
  'already open': 'Catalog Desk was open already. Its window is in front now.',
} as const
export type StartReport = keyof typeof startReports

/** Sends a report to `npm start`, if that started this process. Resolves when the report is sent. */
export const reportStart = (report: StartReport): Promise<void> =>
  new Promise((resolve) => {
    if (process.send) process.send(report, () => resolve())
    else resolve()
  })
