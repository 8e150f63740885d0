/** Singulars, each with the forms that a stemmer for English does not lead back to it. */
const singulars = `woman women, man men, child children, mouse mice, foot feet, tooth teeth, goose geese, ox oxen,
  calf calves, wolf wolves, hoof hooves, half halves, shelf shelves, loaf loaves, knife knives, wife wives,
  criterion criteria, phenomenon phenomena, curriculum curricula, bacterium bacteria, stratum strata, spectrum spectra,
  memorandum memoranda, symposium symposia, aquarium aquaria, addendum addenda, ovum ova, syllabus syllabi,
  alumnus alumni, fungus fungi, nucleus nuclei, radius radii, stimulus stimuli, focus foci, locus loci, bacillus bacilli,
  genus genera, corpus corpora, matrix matrices, index indices, appendix appendices, vertex vertices,
  thesis theses, hypothesis hypotheses, crisis crises, synthesis syntheses, diagnosis diagnoses, emphasis emphases,
  parenthesis parentheses, oasis oases, analyse analysis`;

/**
 * The singular by its irregular plurals, also with the `s` of women’s. Leaves out plurals that are forms of another word,
 * such as leaves and lives.
 */
export const irregularPlurals: ReadonlyMap<string, string> = new Map(
  singulars.split(/,\s+/).flatMap((line) => {
    const [singular = '', plural = ''] = line.split(' ');
    return [plural, `${plural}s`].map((form) => [form, singular] as const);
  }),
);
