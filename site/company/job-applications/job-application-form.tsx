/** Applying with a CV: for one position, or for whatever may fit. */
import { Link } from 'react-router'
import {
  cvAccept,
  cvField,
  jobApplicationMessages,
  readJobApplication,
} from '#domain/company/job-applications.ts'
import { type FieldProblem, formPaths, type GivenAnswers } from '#domain/forms.ts'
import { limits } from '#domain/limits.ts'
import { usePublicForm } from '#site/lib/use-public-form.ts'
import { paths } from '#site/paths.ts'
import { TextArea, TextInput } from '#site/ui/inputs.tsx'
import { FormField, PublicForm } from '#site/ui/public-form.tsx'

/** The file's kind is judged by the server, which reads it; its size is told here, before it travels. */
function findProblems(given: GivenAnswers): readonly FieldProblem[] {
  const verdict = readJobApplication(given)
  const problems = verdict.ok ? [] : verdict.problems
  const cv = given[cvField]
  if (!(cv instanceof File) || cv.size === 0) {
    return [...problems, { field: cvField, message: jobApplicationMessages.cvMissing }]
  }
  if (cv.size > limits.cvBytesMax) {
    return [...problems, { field: cvField, message: jobApplicationMessages.cvTooLarge }]
  }
  return problems
}

interface JobApplicationFormProps {
  /** Empty: a general application. */
  positionId: string
}

export function JobApplicationForm({ positionId }: JobApplicationFormProps) {
  const form = usePublicForm({ id: 'application', findProblems, thanks: jobApplicationMessages.submitted })
  return (
    <PublicForm
      form={form}
      label="Application form"
      action={formPaths.jobApplication}
      hasFile
      submitLabel="Send application"
      busyLabel="Sending application..."
      note={
        <>
          Only the people who choose see your application and your CV. Nobody may ask you for money to apply.{' '}
          <Link to={paths.privacy}>How we handle personal data</Link>
        </>
      }
    >
      <input type="hidden" name="positionId" value={positionId} />
      <FormField form={form} name="fullName" label="Full name" required>
        <TextInput name="fullName" autoComplete="name" required maxLength={100} />
      </FormField>
      <FormField form={form} name="email" label="E-mail address" required>
        <TextInput name="email" type="email" autoComplete="email" required maxLength={254} />
      </FormField>
      <FormField form={form} name="phone" label="Phone number" required>
        <TextInput name="phone" type="tel" autoComplete="tel" required maxLength={40} />
      </FormField>
      <FormField form={form} name={cvField} label="Your CV" help="PDF, DOC or DOCX, up to 2 MB." required>
        <TextInput name={cvField} type="file" accept={cvAccept} required />
      </FormField>
      <FormField
        form={form}
        name="coverNote"
        label="Cover note"
        help="What you have done that fits, in a few sentences."
      >
        <TextArea name="coverNote" rows={5} maxLength={5000} />
      </FormField>
    </PublicForm>
  )
}
