/** Printing the page of a window. */
import { app, shell, type WebContents } from 'electron'
import { say } from '../../../../src-shared/texts/say.ts'
import type { TemporaryFiles } from './temporary-files.ts'

/** Countries that print on Letter; all others on A4. */
const letterCountries = ['US', 'CA', 'MX', 'PH', 'CO', 'CL', 'VE', 'GT', 'CR', 'PA', 'DO', 'SV', 'NI']

export interface Printing {
  /** Opens the system's print dialog. Resolves when it is closed, also if the person cancels. */
  print(page: WebContents): Promise<void>
  /** Opens the page as a PDF in the person's PDF program. */
  preview(page: WebContents, name: string): Promise<void>
}

export const createPrinting = ({ write }: TemporaryFiles): Printing => ({
  print: (page) =>
    new Promise((resolve, reject) => {
      page.print({ printBackground: true }, (isPrinted, reason) => {
        // Chromium reports a cancelled dialog as a failure.
        if (isPrinted || /cancel/i.test(reason)) resolve()
        else reject(new Error(say`The page was not printed. Cause: ${reason}`))
      })
    }),
  async preview(page, name) {
    const content = await page.printToPDF({
      printBackground: true,
      pageSize: letterCountries.includes(app.getLocaleCountryCode()) ? 'Letter' : 'A4',
    })
    const [path = ''] = await write([{ name: `${name}.pdf`, content }])
    const failure = await shell.openPath(path)
    if (failure !== '') throw new Error(say`No program opened the PDF. Cause: ${failure}`)
  },
})
