/** Grade, moisture, packing, HS code and origin of one line of goods, folded away while they are right. */
import { contractTermQuestions, findLineTermProblem } from '#domain/market/contract-term-questions.ts'
import { goodsTermNames, type LineTerms } from '#domain/market/goods-terms.ts'
import { describeLineTerms } from '#domain/market/line-terms.ts'
import { Field } from '#site/ui/field.tsx'
import { Fold } from '#site/ui/fold.tsx'
import { TextInput } from '#site/ui/inputs.tsx'

interface LineTermFieldsProps {
  id: string
  title: string
  terms: LineTerms
  onChange: (terms: LineTerms) => void
}

export function LineTermFields({ id, title, terms, onChange }: LineTermFieldsProps) {
  const problem = findLineTermProblem(terms)
  const said = describeLineTerms(terms) ?? 'as the whole quote'
  return (
    <div className="w-full">
      <Fold summary={`${title}: ${problem?.message ?? said}`}>
        <div className="form-pair gap-x-3 pt-3">
          {goodsTermNames.map((name) => (
            <Field
              key={name}
              id={`${id}-${name}`}
              label={contractTermQuestions[name].label}
              error={problem?.field === name ? problem.message : undefined}
            >
              <TextInput
                value={terms[name] ?? ''}
                maxLength={contractTermQuestions[name].rule.max}
                onChange={(event) => onChange({ ...terms, [name]: event.target.value })}
              />
            </Field>
          ))}
        </div>
      </Fold>
    </div>
  )
}
