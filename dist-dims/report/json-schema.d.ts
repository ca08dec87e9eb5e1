import { z } from 'zod';
export declare const REPORT_FORMAT = "conform-report/1";
export declare const jsonReportSchema: z.ZodObject<{
    format: z.ZodLiteral<"conform-report/1">;
    version: z.ZodString;
    target: z.ZodString;
    dialect: z.ZodString;
    seed: z.ZodInt;
    startedAt: z.ZodISODateTime;
    duration: z.ZodNumber;
    speed: z.ZodNumber;
    roundTrip: z.ZodNumber;
    conclusion: z.ZodEnum<{
        broken: "broken";
        error: "error";
        passed: "passed";
        undecided: "undecided";
        unreachable: "unreachable";
    }>;
    sentence: z.ZodString;
    cutShort: z.ZodOptional<z.ZodString>;
    unreachable: z.ZodOptional<z.ZodString>;
    leftUnchecked: z.ZodOptional<z.ZodObject<{
        option: z.ZodString;
        rules: z.ZodArray<z.ZodString>;
        inPart: z.ZodArray<z.ZodString>;
    }, z.core.$strict>>;
    notRestored: z.ZodArray<z.ZodString>;
    waiverProblems: z.ZodOptional<z.ZodArray<z.ZodString>>;
    programs: z.ZodOptional<z.ZodObject<{
        programs: z.ZodInt;
        operations: z.ZodInt;
        took: z.ZodNumber;
        setAside: z.ZodOptional<z.ZodArray<z.ZodString>>;
    }, z.core.$strict>>;
    leastTime: z.ZodOptional<z.ZodObject<{
        time: z.ZodNumber;
        because: z.ZodString;
    }, z.core.$strict>>;
    rules: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        basis: z.ZodEnum<{
            derived: "derived";
            stated: "stated";
        }>;
        section: z.ZodString;
        sentence: z.ZodString;
        verdict: z.ZodEnum<{
            error: "error";
            fail: "fail";
            inconclusive: "inconclusive";
            "not checked": "not checked";
            pass: "pass";
            skipped: "skipped";
            waived: "waived";
            warn: "warn";
        }>;
        unobservable: z.ZodOptional<z.ZodString>;
        checks: z.ZodArray<z.ZodObject<{
            id: z.ZodString;
            verdict: z.ZodEnum<{
                error: "error";
                fail: "fail";
                inconclusive: "inconclusive";
                pass: "pass";
                skipped: "skipped";
                waived: "waived";
                warn: "warn";
            }>;
        }, z.core.$strict>>;
    }, z.core.$strict>>;
    checks: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        area: z.ZodString;
        title: z.ZodString;
        verdict: z.ZodEnum<{
            error: "error";
            fail: "fail";
            inconclusive: "inconclusive";
            pass: "pass";
            skipped: "skipped";
            waived: "waived";
            warn: "warn";
        }>;
        reason: z.ZodOptional<z.ZodString>;
        rules: z.ZodArray<z.ZodString>;
        file: z.ZodOptional<z.ZodString>;
        line: z.ZodOptional<z.ZodInt>;
        attempts: z.ZodInt;
        startedAfter: z.ZodNumber;
        duration: z.ZodNumber;
        findings: z.ZodArray<z.ZodObject<{
            rule: z.ZodString;
            verdict: z.ZodEnum<{
                fail: "fail";
                inconclusive: "inconclusive";
                pass: "pass";
                waived: "waived";
                warn: "warn";
            }>;
            where: z.ZodString;
            expected: z.ZodString;
            actual: z.ZodString;
            exchanges: z.ZodArray<z.ZodInt>;
        }, z.core.$strict>>;
        dropped: z.ZodOptional<z.ZodInt>;
        program: z.ZodOptional<z.ZodObject<{
            index: z.ZodInt;
            operations: z.ZodInt;
            steps: z.ZodArray<z.ZodString>;
            yaml: z.ZodString;
            otherTrace: z.ZodOptional<z.ZodArray<z.ZodObject<{
                kind: z.ZodString;
                seq: z.ZodInt;
                at: z.ZodNumber;
            }, z.core.$loose>>>;
        }, z.core.$strict>>;
        trace: z.ZodOptional<z.ZodArray<z.ZodObject<{
            kind: z.ZodString;
            seq: z.ZodInt;
            at: z.ZodNumber;
        }, z.core.$loose>>>;
    }, z.core.$strict>>;
}, z.core.$strict>;
export type JsonReport = z.infer<typeof jsonReportSchema>;
/** For editors and for programs in other languages. */
export declare function reportJsonSchema(): Record<string, unknown>;
