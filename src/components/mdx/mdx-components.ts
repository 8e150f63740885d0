import Callout from './Callout.astro';
import Contact from './Contact.astro';
import CourseList from './CourseList.astro';
import Facts from './Facts.astro';
import Faq from './Faq.astro';
import Fee from './Fee.astro';
import Figure from './Figure.astro';
import Lang from './Lang.astro';
import Picture from './Picture.astro';
import Question from './Question.astro';
import Retention from './Retention.astro';
import Steps from './Steps.astro';
import Term from './Term.astro';
import VideoLink from './VideoLink.astro';

/** What editors may use in MDX without an import; `lib/content/components.ts` describes each. */
export const mdxComponents = {
  img: Picture,
  Callout,
  Contact,
  CourseList,
  Facts,
  Faq,
  Fee,
  Figure,
  Lang,
  Question,
  Retention,
  Steps,
  Term,
  VideoLink,
};
