// Systems of linear equations with a symmetric positive definite matrix, by its Cholesky factor: for small sizes.

/** The lower triangle becomes the factor, in place. */
export function factorise(matrix: Float64Array[]): Float64Array[] {
  const size = matrix.length;
  for (let j = 0; j < size; j += 1) {
    for (let i = j; i < size; i += 1) {
      let sum = matrix[i]![j]!;
      for (let k = 0; k < j; k += 1) sum -= matrix[i]![k]! * matrix[j]![k]!;
      matrix[i]![j] = i === j ? Math.sqrt(sum) : sum / matrix[j]![j]!;
    }
  }
  return matrix;
}

/** The solution of the lower triangle alone. Its squared length is `right' M^-1 right` for the matrix M of the factor. */
export function solveLower(factor: readonly Float64Array[], right: ArrayLike<number>): Float64Array {
  const result = Float64Array.from(right);
  for (let i = 0; i < result.length; i += 1) {
    const row = factor[i]!;
    let sum = result[i]!;
    for (let k = 0; k < i; k += 1) sum -= row[k]! * result[k]!;
    result[i] = sum / row[i]!;
  }
  return result;
}

export function solveFactorised(factor: readonly Float64Array[], right: ArrayLike<number>): Float64Array {
  const result = solveLower(factor, right);
  for (let i = result.length - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < result.length; k += 1) result[i]! -= factor[k]![i]! * result[k]!;
    result[i]! /= factor[i]![i]!;
  }
  return result;
}
