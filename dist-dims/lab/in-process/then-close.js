export async function thenClose(work, open) {
    try {
        return await work;
    }
    finally {
        await open.close();
    }
}
