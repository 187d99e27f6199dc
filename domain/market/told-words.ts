/** What staff read after something of which the buyer should hear: that they were told, or that nobody was. */

import { nobodyTold } from '#domain/nobody-told.ts'

const told = 'The buyer has been told.'

/** Of news that goes by mail alone; `toldBy` is 'email', 'sms' or null (public.told_by). */
export const sayMailed = (toldBy: string | null, words = told): string =>
  toldBy === 'email' ? words : nobodyTold

/** Of news that goes by text where there is no address, and texts are sent. */
export const sayTold = (toldBy: string | null, words = told): string => (toldBy ? words : nobodyTold)
