import { t } from '@lingui/core/macro'

const problems: Readonly<Record<string, string>> = {
  GTIN_MISSING: t`No GTIN`,
  GTIN_MANGLED: t`GTIN rounded by a spreadsheet`,
  GTIN_INVALID: t`GTIN is not all digits`,
  GTIN_TOO_LONG: t`GTIN is too long`,
  GTIN_TOO_SHORT: t`GTIN is too short`,
  GTIN_CHECK_DIGIT: t`Wrong check digit`,
  GTIN_RESTRICTED: t`Number of a shop, no GTIN`,
  GTIN_COUPON: t`Number of a coupon`,
  GTIN_TWICE: t`GTIN more than once`,
  GTIN_EXISTS: t`Record cannot be read`,
  NAME_MISSING: t`No name`,
  NUMBER_UNCLEAR: t`Number with two readings`,
  ROW_UNREADABLE: t`Row cannot be read`,
}

/** The name of a problem of rejected rows. */
export const problemName = (code: string): string => problems[code] ?? t`Other problem`
