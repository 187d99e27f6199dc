// Every form that is posted here: those of the company's pages, and the one of a sold-out product.
import { publicForms } from '#domain/company/public-forms.ts'
import type { FormDefinition } from '#domain/forms.ts'
import { stockAlertForm } from '#domain/market/stock-alerts.ts'

export const servedForms: readonly FormDefinition[] = [...publicForms, stockAlertForm]
