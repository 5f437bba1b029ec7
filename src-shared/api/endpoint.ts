/** Types of an endpoint of the Catalog Data Service. The eleven endpoints are in `endpoints.ts`. */
import { feedLimits } from '../vocabulary/kit/limits.ts'

/** The first path segment after the base address. */
export const apiVersions = ['v2', 'v2.1'] as const
export type ApiVersion = (typeof apiVersions)[number]

/**
 * The names of the vocabulary's `documents`, listed here because the types of the descriptions depend on
 * the endpoints.
 */
export type DocumentName =
  | 'manufacturers'
  | 'brands'
  | 'distributors'
  | 'retailers'
  | 'items'
  | 'ingestItems'
  | 'contentPlus'
  | 'itemFeedAcknowledgement'
  | 'contentPlusFeedAcknowledgement'
  | 'itemFeedStatus'
  | 'contentPlusFeedStatus'
  | 'problem'

/** The headings of parameters in the reference and in the form for trying a call. */
export const parameterSections = {
  paging: { label: 'Paging' },
  selection: { label: 'Selection' },
  record: { label: 'Record' },
  planogramImages: { label: 'Planogram images' },
  ecommerceImages: { label: 'E-commerce images' },
  otherImages: { label: 'Other images' },
} as const
export type ParameterSection = keyof typeof parameterSections

/**
 * - `text`: any text; `code`: a product code, spaces and hyphens allowed, at most 14 digits
 * - `day`: `YYYYMMDD`, a real calendar day, UTC
 * - `integer`: decimal digits, at least `minimum`
 * - `size`: an integer from `allowed`; `choice`: one word from `allowed`; `flag`: `true` or `false`
 */
type ParameterType = 'text' | 'code' | 'day' | 'integer' | 'size' | 'choice' | 'flag'

/** One query parameter. An empty value counts as absent (design decision "Empty values"). */
export interface Parameter {
  readonly name: string
  readonly type: ParameterType
  readonly meaning: string
  readonly section: ParameterSection
  /** Lowest value of an `integer`; 0 by default. */
  readonly minimum?: number
  /** Highest value of an `integer`; a larger value is lowered to it. */
  readonly maximum?: number
  /** Maximum characters and words of a `text`; a longer one is refused. */
  readonly longest?: number
  readonly maxWords?: number
  /** All values of a `choice` or `size`. */
  readonly allowed?: readonly string[]
  /** The value used when the parameter is absent. */
  readonly default?: string
  /** Describes the behaviour when the parameter is absent and there is no `default`. */
  readonly absent?: string
  readonly repeatable?: boolean
  /** The versions that have the parameter; other versions ignore it. Absent: every version. */
  readonly versions?: readonly ApiVersion[]
  /** The parameter that this one is an alias of. */
  readonly aliasOf?: string
}

/** A variable segment of the path, e.g. `{itemId}`. */
interface PathParameter {
  readonly name: string
  readonly meaning: string
}

export type Method = 'GET' | 'POST' | 'PUT'

export interface Endpoint {
  /** Its number in the specification's summary table. */
  readonly number: number
  readonly method: Method
  /**
   * The path after the version; `[...]` is optional, `{...}` a variable:
   * `/manufacturer[/{manufacturerId}]`.
   */
  readonly path: string
  readonly versions: readonly ApiVersion[]
  readonly title: string
  readonly summary: string
  /** Whether the endpoint lists names with their identifiers. The endpoint then has the name of the list. */
  readonly isLookup?: true
  readonly pathParameters: readonly PathParameter[]
  readonly parameters: readonly Parameter[]
  /** Parameters of which at least one needs a value when the path does not name an entity. */
  readonly oneOf?: readonly string[]
  readonly request?: DocumentName
  readonly response: DocumentName
  readonly success: 200
  readonly errors: readonly ErrorStatus[]
}

/** Maximum bytes of a request body. */
export const maxBody = feedLimits.documentBytes

/** All statuses of the service other than 200, with their meaning for the request. */
export const errorStatuses = {
  400: {
    title: 'Bad request',
    meaning: 'a required parameter is missing, a value is invalid, or the body is not valid',
  },
  403: { title: 'Forbidden', meaning: 'the username and password headers are missing or invalid' },
  404: { title: 'Not found', meaning: 'no such path, or nothing has the identifier it names' },
  405: { title: 'Method not allowed', meaning: 'the path exists but not for this method; see Allow' },
  406: { title: 'Daily limit reached', meaning: 'the daily limit for downloaded items is reached' },
  413: { title: 'Content too large', meaning: `the body is larger than ${maxBody / 1024 / 1024} MB` },
  500: { title: 'Internal server error', meaning: 'a defect in the service' },
  503: {
    title: 'Service unavailable',
    meaning: 'temporary maintenance, or too busy for now; see Retry-After',
  },
  507: {
    title: 'Insufficient storage',
    meaning: 'nothing was stored: the disk is full, is read-only, or has failed',
  },
} as const
export type ErrorStatus = keyof typeof errorStatuses

/** The largest integer that the service writes or reads: `resultsPerPage` of an unlimited list. */
export const maxInteger = 2_147_483_647
/** Items on a page when `limit` is absent, and the maximum unless a setting changes it. */
export const defaultItemPage = 100
export const maxItemPage = 50_000
/** Items in a status window when `limit` is absent. */
export const defaultStatusWindow = 100
/** Parameters in one query, known or not. */
export const maxParameters = 200
/** Characters of a user name, of a password, and of an `Idempotency-Key`. */
export const maxHeaderLength = { credentials: 256, idempotencyKey: 200 }
